package dev.holdfast.policy.check.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Locks of JPA and Spring Data")
class JpaTest {
  @TempDir Path dir;
  SourceTree tree = new SourceTree(Path.of("."));

  @BeforeEach
  void entities() {
    tree = new SourceTree(dir);
    tree.with(
        "app/Order.java",
        "package app; @Entity @Table(name = \"orders\", schema = \"sales\") class Order {}");
    tree.with("app/OrderLine.java", "package app; @Entity class OrderLine {}");
  }

  @Test
  @DisplayName(
      "P3: @Lock on a repository's method locks the entity's table, by @Table or by its name")
  void lockAnnotation() {
    tree.with(
        "app/Repo.java",
        """
        package app;
        interface Orders extends JpaRepository<Order, Long> {
          @Lock(LockModeType.PESSIMISTIC_WRITE) Order findById(long id);
          @Lock(LockModeType.OPTIMISTIC) Order findByName(String name);
        }
        interface Lines extends CrudRepository<OrderLine, Long> {
          @Lock(PESSIMISTIC_READ)
          @Query("select l from OrderLine l where l.id = ?1")
          OrderLine byId(long id);
        }
        """);
    assertThat(tree.texts())
        .containsExactly(
            "select * from sales.orders for no key update", "select * from order_line for share");
    assertThat(tree.read().texts().get(0).place()).isEqualTo(new Place("app/Repo.java", 3, 3));
  }

  @Test
  @DisplayName("P3: LockModeType in find, lock, refresh and setLockMode is a lock")
  void lockModes() {
    tree.withClass(
        """
          void m(EntityManager em, OrderLine line, Object what) {
            em.find(Order.class, 1, LockModeType.PESSIMISTIC_WRITE);
            em.lock(line, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
            em.createQuery("select o from Order o").setMaxResults(1).setLockMode(LockModeType.PESSIMISTIC_READ);
            em.refresh(what.get(), LockModeType.PESSIMISTIC_WRITE);
            em.find(Order.class, 2, LockModeType.OPTIMISTIC);
          }
        """);
    assertThat(tree.texts())
        .containsExactly(
            "select * from sales.orders for no key update",
            "select * from order_line for no key update",
            "select * from sales.orders for share",
            "select * from holdfast_hole_1 for no key update");
  }

  @Test
  @DisplayName("P3: JPQL that writes names entities, native queries name tables")
  void queries() {
    tree.with(
        "app/Repo.java",
        """
        package app;
        interface Orders extends JpaRepository<Order, Long> {
          @Modifying @Query("update Order o set o.state = 1") void a();
          @Query(value = "select * from order_line for update", nativeQuery = true) void b();
          @Query("select o from Order o") void c();
        }
        """);
    assertThat(tree.texts())
        .containsExactly(
            "update sales.orders o set o.state = 1", "select * from order_line for update");
  }

  @Test
  @DisplayName("P3: annotations of MyBatis and named queries are read, arrays as one text")
  void otherAnnotations() {
    tree.with(
        "app/Mapper.java",
        """
        package app;
        @NamedQueries({@NamedQuery(name = "x", query = "select o from Order o", lockMode = LockModeType.PESSIMISTIC_WRITE)})
        interface Mapper {
          @Select({"select *", "from order_line", "for update"}) void a();
          @Delete("delete from order_line where id = #{id}") void b();
        }
        """);
    assertThat(tree.texts())
        .containsExactly(
            "select * from sales.orders for no key update",
            "select * from order_line for update",
            "delete from order_line where id = #{id}");
  }
}
