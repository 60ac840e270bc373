-- The database that the corpus of statements is run on. Each table has rows for the statements to
-- find: row 1 is referred to, row 9 is not.

create table customers (
  id int primary key,
  email text unique,
  name text,
  region text default 'north',
  balance int default 0
);

create table products (
  id int primary key,
  sku text not null,
  price int,
  active boolean default true
);
create unique index products_sku on products (sku);
create unique index products_active_price on products (price) where active;
create unique index products_lower_sku on products (lower(sku)) include (price);

create table orders (
  id int primary key,
  customer_id int constraint orders_customer_fk references customers,
  product_id int constraint orders_product_fk references products (id) on update cascade,
  note text,
  total int default 0
);
create index orders_note on orders (note);

-- every action of a foreign key
create table order_lines (
  order_id int not null constraint lines_order_fk references orders on delete cascade,
  line int not null,
  product_id int constraint lines_product_fk references products on delete set null,
  quantity int,
  primary key (order_id, line)
);
create table shipments (
  id int primary key,
  order_id int default 9
    constraint shipments_order_fk references orders on delete set default on update set null,
  place text
);
create table line_notes (
  id int primary key,
  order_id int,
  line int,
  body text,
  constraint notes_line_fk foreign key (order_id, line)
    references order_lines on delete cascade on update cascade
);
create table invoices (
  id int primary key,
  customer_id int constraint invoices_customer_fk
    references customers on delete restrict deferrable initially deferred,
  number text constraint invoices_number unique deferrable initially deferred,
  amount int
);
create table reviews (
  id int generated always as identity primary key,
  product_id int constraint reviews_product_fk references products on delete cascade,
  customer_id int constraint reviews_customer_fk references customers on delete set null,
  stars int,
  unique (product_id, customer_id)
);
-- a key that an action sets: the child's lock is the strong one
create table profiles (
  customer_id int unique constraint profiles_customer_fk
    references customers on delete set null on update cascade,
  bio text
);
-- a table that refers to itself
create table employees (
  id int primary key,
  boss int constraint employees_boss_fk references employees on delete cascade,
  name text
);
-- two columns, one of them set to null
create table seats (
  hall int, seat int, taken boolean default false, primary key (hall, seat)
);
create table tickets (
  id int primary key,
  hall int, seat int, price int,
  constraint tickets_seat_fk foreign key (hall, seat) references seats
    match full on delete set null
);
create table bookings (
  id int primary key,
  room int,
  during int4range,
  constraint bookings_room exclude using gist (during with &&)
);

-- triggers
create table audit (id bigint generated always as identity primary key, what text);
create table counters (name text primary key, value int);
create function count_audit() returns trigger language plpgsql as $$
declare
  place text := coalesce(tg_argv[0], 'all');
begin
  insert into audit (what) values (tg_op);
  update counters set value = value + 1 where name = place;
  return null;
end $$;
create table documents (
  id int primary key, title text, owner int references customers, words int
);
create trigger documents_audit after insert or update of title or delete on documents
  for each row execute function count_audit('documents');

create function touch_owner() returns trigger language plpgsql as $$
declare
  found_name text;
begin
  select name into strict found_name from customers where id = new.owner for share;
  new.words := length(found_name);
  return new;
end $$;
create table letters (
  id int primary key, owner int, words int
);
create trigger letters_touch before insert or update on letters
  for each row execute function touch_owner();

create function late() returns trigger language plpgsql as $$
begin
  perform 1 from counters where name = 'late' for no key update;
  return null;
end $$;
create table parcels (id int primary key, weight int);
create constraint trigger parcels_late after insert or update on parcels
  deferrable initially deferred for each row execute function late();

create table stock (id int primary key, amount int);
create function before_stock() returns trigger language plpgsql as $$
begin
  lock table counters in share row exclusive mode;
  return null;
end $$;
create trigger stock_before before update on stock
  for each statement execute function before_stock();

-- functions
create function spend(who int, much int) returns int language plpgsql as $$
declare
  rest int;
begin
  if much <= 0 then
    raise exception 'not % but more', much;
  end if;
  update customers set balance = balance - much where id = who returning balance into rest;
  for i in 1..1 loop
    perform id from products where id = i for key share;
  end loop;
  return case when rest > 0 then rest else 0 end;
end $$;
create function lock_order(which int) returns setof int language sql as $$
  select id from orders where id = which for update
$$;
create function note_order(which int) returns void language sql
begin atomic
  update orders set note = 'noted' where id = which;
  insert into audit (what) values ('note');
end;
create function pure(n int) returns int language sql immutable as $$ select n + 1 $$;
create function twice(n int) returns int language plpgsql as $$
begin
  return spend(n, 1) + spend(n, 2);
end $$;
create function walk_orders() returns setof int language plpgsql as $$
declare
  o record;
begin
  for o in select * from orders where id = 1 order by id for update loop
    delete from order_lines where order_id = o.id and line = 2;
    return next o.id;
  end loop;
  return query with c as (update counters set value = 0 where name = 'late' returning value)
    select value from c;
end $$;
create procedure pay(who int) language plpgsql as $$
begin
  if exists (select 1 from invoices where customer_id = who for update) then
    update invoices set amount = 0 where customer_id = who;
  end if;
end $$;

-- views
create view rich as select id, email, name, balance from customers where balance >= 0;
create view order_customers as
  select o.id as order_id, c.id as customer_id, c.name
  from orders o join customers c on c.id = o.customer_id;
create view rich_names as select id, name as title, email as mail from rich;
create view spending as select id, pure(id) as n from products;
create view shop as select id, sku from products;
create function sell() returns trigger language plpgsql as $$
begin
  delete from products where id = old.id;
  return old;
end $$;
create trigger shop_sell instead of delete on shop for each row execute function sell();
create materialized view totals as select customer_id, sum(total) as total from orders group by 1;
create unique index totals_customer on totals (customer_id);

-- partitions and inheritance
create table events (
  id int, day int not null, kind text, customer_id int references customers,
  primary key (id, day)
) partition by range (day);
create table events_1 partition of events for values from (0) to (100);
create table events_2 partition of events for values from (100) to (200);
create table events_0 (like events including all);
create table event_notes (
  id int primary key, event_id int, event_day int,
  foreign key (event_id, event_day) references events on delete cascade
);
create table animals (id int primary key, name text);
create table dogs (breed text) inherits (animals);

create schema sales;
create table sales.targets (id int primary key, "Region" text, goal int);
create table sales."Odd Name" (id int primary key, x int);

insert into customers (id, email, name, balance)
  select n, 'c' || n, 'customer ' || n, 10 from generate_series(1, 9) n;
insert into products (id, sku, price) select n, 'SKU' || n, n from generate_series(1, 9) n;
insert into orders (id, customer_id, product_id) select n, n % 5 + 1, 1 from generate_series(1, 5) n;
insert into orders (id) values (9);
insert into order_lines select o, l, 2, 1 from generate_series(1, 3) o, generate_series(1, 2) l;
insert into shipments (id, order_id) values (1, 1), (2, 2), (3, 5), (9, null);
insert into line_notes values (1, 1, 1, 'a'), (2, 1, 2, 'b');
insert into invoices values (1, 1, 'n1', 5), (2, 2, 'n2', 5);
insert into reviews (product_id, customer_id, stars) values (3, 6, 5), (4, 7, 1), (2, 9, 3);
insert into profiles values (6, 'six'), (8, 'eight');
insert into employees values (1, null, 'a'), (2, 1, 'b'), (3, 2, 'c'), (9, null, 'z');
insert into seats values (1, 1), (1, 2), (2, 1);
insert into tickets values (1, 1, 1, 10), (2, null, null, 10);
insert into bookings values (1, 1, '[1,5)');
insert into counters values ('documents', 0), ('late', 0), ('all', 0);
insert into documents values (1, 't', 1, 0), (2, 'u', 2, 0);
insert into letters values (1, 3, 0);
insert into parcels values (1, 1);
insert into stock values (1, 1);
insert into events values (1, 1, 'a', 1), (2, 150, 'b', 2);
insert into event_notes values (1, 1, 1);
insert into animals values (1, 'cat');
insert into dogs values (2, 'rex', 'collie');
insert into sales.targets values (1, 'north', 5);
insert into sales."Odd Name" values (1, 1);
refresh materialized view totals;
