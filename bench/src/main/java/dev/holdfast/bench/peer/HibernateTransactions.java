package dev.holdfast.bench.peer;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Pooled;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The row-lock transaction by JPA: Hibernate's PESSIMISTIC_WRITE in Spring's TransactionTemplate,
 * the entity changed and written at the commit; set up as Spring Boot does it.
 */
public final class HibernateTransactions implements Pooled.Work {

  public static final String WITH_TIMEOUT = "Hibernate PESSIMISTIC_WRITE, timeout hint";
  public static final String WITHOUT = "Hibernate PESSIMISTIC_WRITE, no timeout";

  private static final Map<String, Object> TIMEOUT =
      Map.of("jakarta.persistence.lock.timeout", 30_000);

  private final EntityManagerFactory factory;
  private final EntityManager entities;
  private final TransactionTemplate transactions;
  private final Map<String, Object> hints;

  private HibernateTransactions(DataSource source, Map<String, Object> hints) {
    this.factory = factory(source);
    this.entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
    this.transactions = new TransactionTemplate(new JpaTransactionManager(factory));
    this.hints = hints;
  }

  public static Contender withTimeout(Database database, int callers) {
    return new Pooled(
        database, callers, WITH_TIMEOUT, source -> new HibernateTransactions(source, TIMEOUT));
  }

  public static Contender withoutTimeout(Database database, int callers) {
    return new Pooled(
        database, callers, WITHOUT, source -> new HibernateTransactions(source, Map.of()));
  }

  @Override
  public Contender.Operation operation(int caller) {
    return () -> transactions.executeWithoutResult(status -> work(caller));
  }

  private void work(int id) {
    Account account = entities.find(Account.class, id, LockModeType.PESSIMISTIC_WRITE, hints);
    account.setN(account.getN() + 1);
  }

  private static EntityManagerFactory factory(DataSource source) {
    LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
    bean.setDataSource(source);
    bean.setPersistenceUnitName("bench");
    bean.setManagedTypes(PersistenceManagedTypes.of(Account.class.getName()));
    bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    bean.afterPropertiesSet();
    return Objects.requireNonNull(bean.getObject());
  }

  @Override
  public void close() {
    factory.close();
  }
}
