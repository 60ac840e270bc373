-- Statements, each run on PostgreSQL and compared with what the analysis says that it locks, in
-- both directions. Statements end with a semicolon at the end of a line. Marks before one:
--   may TABLE MODE   said, though PostgreSQL did not do it here: the reason follows in brackets
--   unsaid TABLE MODE  done, though not said, with the reason
--   doubt            the analysis must doubt
--   before SQL       is run before it, in the same transaction

-- reading
select 1;
select * from customers where id = 1;
select c.name, o.id from customers c join orders o on o.customer_id = c.id;
table products;
values (1), (2);
select pure(3), now(), current_date;
select * from spending where id = 1;
-- unsaid customers TABLE_ROW_EXCLUSIVE [it is planned, no row is touched]
explain update customers set name = 'x';
select exists (select 1 from orders where customer_id = 1);
with x as (select * from orders) select count(*) from x;
select data ->> 'a', data #>> '{b}', '{}'::jsonb @> '{}' from (select '{}'::jsonb as data) d;

-- locking clauses
select * from customers where id = 1 for update;
select * from customers where id = 1 for no key update;
select * from customers where id = 1 for share;
select * from customers where id = 1 for key share;
select * from customers where id = 1 for update nowait;
select * from customers where id < 4 order by id for update skip locked;
select * from customers order by id limit 2 for update;
select * from customers where id = 1 for update limit 1;
select * from orders o, customers c where c.id = o.customer_id and o.id = 1 for update;
select * from orders o join customers c on c.id = o.customer_id where o.id = 1 for update of o;
select * from orders o join customers c on c.id = o.customer_id where o.id = 1
  for update of o for share of c;
select * from orders o join customers c on c.id = o.customer_id where o.id = 1
  for share for update of o nowait;
select * from orders o left join customers c on c.id = o.customer_id where o.id = 1 for update of o;
select * from orders where customer_id in (select id from customers where id = 1) for update;
select * from orders where customer_id in (select id from customers where id = 2 for share) for update;
select * from (select * from orders where id = 1) x for update;
select * from (select * from orders where id = 1 for share) x;
select * from (select * from orders where id = 1 for share) x join customers c on true
  where c.id = x.customer_id for key share of c;
with x as (select * from orders where id = 1 for update) select * from x;
with x as (select * from orders where id = 1 for update) select 1;
with x as (select * from orders where id = 1) select * from x, customers c where c.id = 1 for update;
with x as materialized (select id from orders where id = 1 for update),
  y as (select id from x) select * from y;
select (select name from customers where id = o.customer_id for share) from orders o where id = 1;
select * from customers c, lateral (select * from orders o where o.customer_id = c.id) x
  where c.id = 2 for no key update of c;
select * from public.customers where name collate "C" = 'customer 1' for update;
select * from "customers" where "id" = 1 for update;
select * from sales."Odd Name" where id = 1 for update;
select * from sales.targets t where t."Region" = E'no\162th' for share of t;
select * from only animals for update;
select * from animals for update;
select * from dogs for share;
select * from rich where id = 1 for update;
select * from rich_names where id = 1 for share;
select * from order_customers where order_id = 1 for update;
select * from order_customers v where order_id = 1 for no key update of v;
select * from events where id = 1 for update;
select * from events_1 where id = 1 for share;
select id from customers where id = 1 and balance operator(pg_catalog.>) 1 for update;
declare c cursor for select * from customers where id = 1 for update; fetch all from c;
copy (select * from customers where id = 1 for update) to '/dev/null';
explain (analyze, costs off) select * from customers where id = 1 for update;
select * from customers where id = any (array[1, 2]) for key share;
select c.*, row_number() over w from (select * from customers where id = 1 for share) c
  window w as (order by id);
(select * from customers where id = 1 for update);
select * from customers where id = 1 for update of customers;
select case when exists (select from orders where id = 1 for update) then 1 else 2 end;

-- odd corners: wherever an expression can stand, a query that locks or a call can
select array(select id from customers where id = 1 for update);
select coalesce((select id from customers where id = 1 for update), 0);
select row((select id from customers where id = 1 for share), 2);
select * from unnest(array(select id from customers where id = 1 for share)) x;
select 1 where 1 in (select id from customers where id = 1 for share);
select 1 where 1 = any (select id from customers where id = 1 for share);
select 1 where 5 between (select id from customers where id = 1 for share) and 9;
select 1 order by (select id from customers where id = 1 for share);
select 1 limit (select id from customers where id = 1 for share);
select 1 offset (select id from customers where id = 1 for share);
select sum(n) over (order by (select id from customers where id = 1 for share)) from (values (1)) v (n);
select count(*) filter (where n = (select id from customers where id = 1 for share)) from (values (1)) v (n);
select n from (values (1)) v (n) group by n, (select id from customers where id = 1 for share);
select n from (values (1)) v (n) group by n having n = (select id from customers where id = 1 for share);
select distinct on ((select id from customers where id = 1 for share)) n from (values (1)) v (n);
select (select id from customers where id = 1 for share)::text || 'x';
select cast((select id from customers where id = 1 for share) as text);
select extract(epoch from now()) + (select id from customers where id = 1 for share);
select not exists (select from customers where id = 1 for share);
select 1 union all select id from (select id from customers where id = 1 for share) x;
select (array[1, 2])[(select id from customers where id = 1 for share)];
select jsonb_build_object('a', (select id from customers where id = 1 for share)) -> 'a';
select 1 from (values (1)) v (n) join (values (1)) w (m)
  on n = (select id from customers where id = 1 for share);
select string_agg(n::text, ',' order by (select id + n from customers where id = 1 for share))
  from (values (1), (2)) v (n);
values ((select id from customers where id = 1 for share));
select spend(1, 1) + 1 as s order by s limit 1;
select n from (values (1)) v (n) order by spend(n, 1);
select 1 limit spend(1, 1);
values (spend(1, 1));
select n from (values (1)) v (n) where n < spend(n, 1) group by n;
select sum(spend(n, 1)) over (partition by n) from (values (1)) v (n);
select array(select spend(1, 1));
insert into audit (what) values (spend(1, 1)::text);
insert into audit (what) values ('x') returning spend(1, 1);
delete from stock where id = spend(1, 1) - 8;
select * from rich where id = public.spend(1, 1);
with x as (select spend(1, 1)) select 1;
select "spend"(1, 1);

-- UPDATE
update customers set name = 'x' where id = 1;
update only customers set name = 'x', balance = balance + 1 where id = 1;
update customers c set name = o.note from orders o where o.customer_id = c.id and c.id = 1;
update customers set email = 'new' where id = 1;
-- may customers UPDATE [the value is the same; only running it shows that]
-- may customers UNIQUE_VALUE [as above]
update customers set email = 'c1' where id = 1;
update customers set email = email where id = 1;
update customers set email = null where id = 1;
update customers set id = 100 where id = 8;
update customers set (name, balance) = ('x', 3) where id = 1;
update customers set (name, balance) = (select 'y', 4) where id = 1;
update products set price = 100 where id = 9;
-- may products UNIQUE_VALUE [price is unique only among active rows, and false leaves them]
update products set active = false where id = 9;
-- may products UNIQUE_VALUE [price is unique only among active rows, and false leaves them]
update products set active = false, price = 5 where id = 9;
update products set sku = 'other' where id = 9;
update products set id = 77 where id = 1;
update orders set note = 'x' where id = 1;
update orders set customer_id = 7 where id = 1;
update orders set customer_id = null where id = 1;
-- may customers KEY_SHARE [the value is the same]
update orders set customer_id = 2 where id = 1;
update orders set customer_id = customer_id, total = 1 where id = 1;
update orders set id = 50 where id = 5;
update order_lines set line = 7 where order_id = 1 and line = 1;
update order_lines set quantity = 3 where order_id = 1;
update shipments set order_id = default where id = 1;
update invoices set customer_id = 3 where id = 1;
update invoices set number = 'n9' where id = 1;
update employees set boss = 9 where id = 3;
update employees set id = 5 where id = 9;
update tickets set hall = 1, seat = 2 where id = 2;
update tickets set hall = null, seat = null where id = 1;
update bookings set during = '[7,9)' where id = 1;
update bookings set room = 4 where id = 1;
update documents set words = 3 where id = 1;
update documents set title = 'new' where id = 1;
update letters set words = 1 where id = 1;
update letters set id = id where id = 1;
-- may letters UNIQUE_VALUE [the id is the same; the trigger still made the lock the strong one]
update letters set id = 1 where id = 1;
update parcels set weight = 2 where id = 1;
update stock set amount = 2 where id = 1;
update rich set name = 'x' where id = 1;
update rich_names set title = 'x' where id = 1;
update rich_names set mail = 'x' where id = 1;
update events set kind = 'z' where id = 1;
update events set day = 50 where id = 2;
-- may customers KEY_SHARE [the row stays in its partition]
update events set day = 170 where id = 2;
update events_1 set kind = 'z' where id = 1;
update animals set name = 'x';
update only animals set name = 'x';
update dogs set name = 'x';
update sales."Odd Name" set "x" = 2;
with x as (select id from customers where id in (1, 2) order by id for update)
  update customers c set balance = 0 from x where c.id = x.id;
with x as (update customers set balance = 1 where id = 1 returning id)
  update orders set total = 1 where customer_id in (select id from x);
update customers set balance = (select sum(total) from orders where customer_id = customers.id)
  where id = 1;
update customers set balance = spend(2, 1) where id = 1;
update profiles set customer_id = 3 where customer_id = 6;
update seats set taken = true where hall = 1 and seat = 1;
-- before declare c cursor for select * from customers where id = 1; fetch c
update customers set balance = 1 where current of c;
update orders as o set total = 2 where exists (select 1 from customers c where c.id = o.customer_id
  and c.name ~* 'customer' for key share) and o.id = 1;

-- DELETE
delete from customers where id = 6;
delete from only customers where id = 6;
-- may profiles UPDATE [no such child row here]
delete from customers where id = 9;
delete from customers c using orders o where c.id = 6 and o.id = 1;
delete from order_lines where order_id = 1 and line = 1;
delete from orders where id = 1;
-- may line_notes UPDATE [no such child row here]
delete from orders where id = 2;
delete from products where id = 2;
-- may order_lines NO_KEY_UPDATE [no such child row here]
delete from products where id = 3;
delete from employees where id = 1;
delete from employees where id = 9;
delete from seats where hall = 1 and seat = 1;
-- may tickets NO_KEY_UPDATE [no such child row here]
delete from seats where hall = 2;
delete from invoices where id = 1 returning *;
delete from documents where id = 1;
delete from rich where id = 6;
delete from shop where id = 2;
delete from events where id = 1;
-- may event_notes UPDATE [no such child row here]
delete from events_2;
delete from animals;
delete from dogs;
delete from letters;
delete from parcels;
with gone as (delete from order_lines where order_id = 1 returning *)
  insert into audit (what) select 'gone' from gone;
delete from counters where name in (select name from counters where name = 'late' for update);
delete from reviews where product_id = 3;
delete from profiles where customer_id = 6;

-- INSERT
insert into customers (id, email, name) values (20, 'x', 'y');
insert into customers (id, name) values (20, 'y');
insert into customers values (20, null, 'y');
insert into customers (id, email) values (20, 'a'), (21, 'b');
insert into customers (id) select 30 + n from generate_series(1, 3) n;
insert into products (id, sku, price) values (20, 's', 20);
-- may products UNIQUE_VALUE [products_active_price: the row is not active]
insert into products (id, sku, price, active) values (20, 's', 20, false);
insert into orders (id) values (20);
insert into orders (id, customer_id) values (20, 1);
insert into orders (id, customer_id, product_id) values (20, 1, 9);
insert into orders values (20, null, 3, 'x');
insert into orders (id, customer_id) values (20, null), (21, null);
insert into orders (id, customer_id) select 20, id from customers where id = 1;
insert into order_lines values (4, 1, 3, 1);
insert into order_lines (order_id, line) values (4, 1);
insert into line_notes (id, order_id, line) values (9, 1, 1);
insert into line_notes (id, order_id) values (9, 1);
insert into shipments (id) values (20);
insert into shipments values (20, 1);
insert into shipments (id, order_id) values (20, default);
insert into invoices values (20, 3, 'n20');
insert into invoices (id) values (20);
insert into reviews (product_id, customer_id) values (1, 1);
insert into reviews (product_id) values (1);
insert into reviews default values;
insert into reviews (id, product_id) overriding system value values (900, 1);
insert into profiles values (1, 'one');
insert into employees values (20, 1, 'x');
insert into employees values (20, null, 'x');
insert into tickets values (20, 2, 1);
insert into tickets values (20, null, null);
insert into bookings values (20, 1, '[10,20)');
insert into documents values (20, 'x', 4);
insert into documents (id, title) values (20, 'x');
insert into letters values (20, 5);
insert into parcels values (20, 5);
insert into rich (id, name) values (20, 'x');
insert into events values (20, 20, 'x', 3);
insert into events_2 (id, day) values (20, 120);
insert into event_notes values (20, 2, 150);
insert into dogs (id, name) values (20, 'x');
insert into audit (what) values ('x'), ('y');
insert into sales.targets values (20, 'x');
copy counters (name, value) from program 'printf "a\t1\n"';
copy orders (id, customer_id) from program 'printf "40\t1\n"';
-- may counters UNIQUE_VALUE [there is such a row already]
insert into counters values ('documents', 1) on conflict do nothing;
insert into counters values ('new', 1) on conflict do nothing;
-- may counters UNIQUE_VALUE [there is such a row already]
insert into counters values ('documents', 1) on conflict (name) do update set value = excluded.value;
-- may counters UNIQUE_VALUE [there is such a row already]
insert into counters values ('documents', 1) on conflict (name) do update set value = 2 where false;
-- may counters UNIQUE_VALUE [there is such a row already]
insert into counters as c values ('documents', 1)
  on conflict on constraint counters_pkey do update set name = excluded.name, value = c.value + 1;
-- may counters NO_KEY_UPDATE [there is no such row yet]
insert into counters values ('new', 1) on conflict (name) do update set value = 1;
-- may orders UNIQUE_VALUE [there is such a row already]
-- may customers KEY_SHARE [customer 1 is the value of the row that was not inserted]
insert into orders (id, customer_id) values (1, 1) on conflict (id) do update set customer_id = 6;
with x as (select id from customers where id = 1 for share) insert into orders (id, customer_id)
  select 20, id from x;
insert into orders (id, customer_id) values (20, (select id from customers where id = 2 for update));
insert into audit (what) select name from customers where id = 1 for no key update;

-- MERGE
merge into counters c using (values ('all', 1)) v (name, value) on c.name = v.name
  when matched then update set value = v.value;
merge into counters c using (values ('all', 1)) v (name, value) on c.name = v.name
  when matched then delete;
merge into counters c using (values ('zz', 1)) v (name, value) on c.name = v.name
  when not matched then insert (name, value) values (v.name, v.value);
-- may counters UNIQUE_VALUE [nothing was new]
merge into counters c using (values ('all', 1)) v (name, value) on c.name = v.name
  when matched then update set value = 2 when not matched then insert values (v.name, v.value);
-- unsaid counters TABLE_ROW_EXCLUSIVE [no row is touched]
merge into counters c using (values ('all', 1)) v (name, value) on c.name = v.name
  when matched then do nothing;
merge into orders o using customers c on o.id = c.id and o.id = 3 and c.id = 3
  when matched then update set customer_id = 6, product_id = 4;

-- functions, procedures, blocks
select spend(1, 2);
select lock_order(1);
select * from lock_order(1) where true;
select note_order(1);
select twice(1);
select walk_orders();
call pay(1);
do $$ begin update customers set name = 'x' where id = 1; end $$;
do language plpgsql $x$
declare
  n int := (select balance from customers where id = 1 for share);
begin
  if n > 0 then
    delete from counters where name = 'all';
  elsif n < -1000 then
    null;
  end if;
  perform 1 from orders where id = 1 for update;
end $x$;
do $$
declare
  c cursor for select * from products where id = 1 for update;
  r record;
begin
  open c;
  fetch c into r;
  case when r.id = 1 then
    update counters set value = case when value > 0 then 1 else 2 end where name = 'all';
  else
    null;
  end case;
  begin
    insert into counters values ('block', 1);
  exception when unique_violation then
    raise notice 'there: %', (select 1);
  end;
  while false loop
    null;
  end loop;
end $$;
-- doubt
do $$ begin execute 'update customers set name = ''x'' where false'; end $$;

-- whole tables
lock table customers;
lock customers in share mode;
lock table customers, orders in row exclusive mode;
lock table only animals in exclusive mode nowait;
lock table animals in access share mode;
lock table rich in share row exclusive mode;
truncate bookings;
truncate table employees, bookings restart identity;
truncate orders cascade;
truncate events cascade;
create index on customers (name);
create unique index x on customers (balance, id);
create index x on only animals (name);
drop index orders_note;
reindex table customers;
reindex index orders_note;
alter table customers add column x int;
alter table customers alter column name set statistics 50;
alter table customers set (fillfactor = 90);
alter table customers alter name set default 'x', alter balance set not null;
alter table customers disable trigger user;
alter table orders add constraint x foreign key (total) references customers not valid;
alter table audit add constraint x check (what <> '') not valid, validate constraint x;
alter table customers rename to clients;
alter table customers rename column name to title;
alter table bookings add column customer_id int references customers;
alter index orders_note rename to x;
create table fresh (id int primary key, customer_id int references customers);
create table fresh as select * from customers where id = 1;
create table fresh (extra int) inherits (animals);
create table events_3 partition of events for values from (200) to (300);
alter table events detach partition events_2;
alter table events attach partition events_0 for values from (-9) to (0);
create view fresh as select * from customers;
create materialized view fresh as select * from customers;
refresh materialized view totals;
refresh materialized view concurrently totals;
create trigger x after insert on customers for each row execute function count_audit();
drop trigger documents_audit on documents;
drop table bookings;
drop table line_notes, shipments;
drop table counters cascade;
drop view spending;
comment on table customers is 'x';
comment on column customers.name is 'x';
create function fresh() returns int language sql as 'select 1; select 2';
create rule x as on delete to stock do instead nothing;
create policy x on stock using (true);
create statistics x on name, email from customers;
analyze customers;
cluster customers using customers_pkey;
create sequence fresh;
grant select on customers to public;
set local work_mem = '4MB';
select set_config('work_mem', '4MB', true);
notify somebody;
-- unsaid customers TABLE_ROW_EXCLUSIVE [it is planned, no row is touched]
prepare p as update customers set name = 'x';
-- doubt
drop schema sales cascade;
