package dev.holdfast.examples.tablecatalog;

import dev.holdfast.Holdfast;
import dev.holdfast.row.RowLock;
import dev.holdfast.row.Rows;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Service;

/** Tables, and commits to them. */
@Service
class Catalog {

  private static final RowLock TABLES = RowLock.of("tables", "id").withColumns("metadata");
  private static final int MOST_TABLES = 100;

  private final Transactions transactions;
  private final Rows rows;
  private final TransactionOptions settings;
  private final JdbcTemplate jdbc;

  Catalog(Holdfast holdfast, TransactionOptions settings, JdbcTemplate jdbc) {
    this.transactions = holdfast.transactions();
    this.rows = holdfast.rows();
    this.settings = settings;
    this.jdbc = jdbc;
  }

  TableMetadata create(String namespace, String name) {
    TableMetadata metadata = TableMetadata.create();
    if (jdbc.queryForList(CatalogSql.FIND_NAMESPACE, namespace).isEmpty()) {
      throw CatalogException.noSuchNamespace(namespace);
    }
    if (jdbc.update(CatalogSql.CREATE_TABLE, namespace, name, metadata.json().toString()) == 0) {
      throw CatalogException.exists("Table " + namespace + "." + name);
    }
    return metadata;
  }

  StoredTable load(String namespace, String name) {
    return jdbc
        .query(CatalogSql.FIND_TABLE, (row, no) -> StoredTable.of(row), namespace, name)
        .stream()
        .findFirst()
        .orElseThrow(() -> CatalogException.noSuchTable(namespace + "." + name));
  }

  /** Commits to one table. */
  TableMetadata commit(TableChange change, Limits limits) {
    return commitAll(List.of(change), limits).get(0);
  }

  /**
   * Commits to several tables: all or nothing.
   *
   * @return the tables afterwards, in the order of the changes
   * @throws dev.holdfast.LockTimeoutException if others kept them locked all the time
   */
  List<TableMetadata> commitAll(List<TableChange> changes, Limits limits) {
    if (changes.isEmpty() || changes.size() > MOST_TABLES) {
      throw CatalogException.badRequest("1 to " + MOST_TABLES + " tables in a commit");
    }
    Map<Long, TableChange> byId = new LinkedHashMap<>();
    for (TableChange change : changes) {
      if (byId.put(load(change.namespace(), change.table()).id(), change) != null) {
        throw CatalogException.badRequest("Two changes of one table: " + change.name());
      }
    }
    return transactions.run(limits.on(settings), tx -> commit(tx, byId));
  }

  private List<TableMetadata> commit(Transaction tx, Map<Long, TableChange> changes) {
    // Whatever the order of the request: locked in the order of the ids, all of them.
    List<StoredTable> tables = rows.lock(tx, TABLES, changes.keySet(), StoredTable::of).rows();
    if (tables.size() < changes.size()) {
      throw CatalogException.noSuchTable("dropped meanwhile");
    }
    Map<Long, TableMetadata> next = new LinkedHashMap<>();
    for (StoredTable table : tables) {
      TableChange change = Objects.requireNonNull(changes.get(table.id()));
      table.metadata().require(change.requirements());
      next.put(table.id(), table.metadata().with(change.updates()));
    }
    JdbcTemplate here = new JdbcTemplate(new SingleConnectionDataSource(tx.connection(), true));
    next.forEach((id, table) -> here.update(CatalogSql.SET_TABLE, table.json().toString(), id));
    return changes.keySet().stream().map(next::get).toList();
  }
}
