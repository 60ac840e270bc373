package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The database")
class DatabaseChoiceTest {
  @Test
  @DisplayName("is the embedded one in the user's data directory when nothing is said")
  void embeddedByDefault() {
    assertThat(DatabaseChoice.of(null, null, Map.of("XDG_DATA_HOME", "/x", "PGPASSWORD", "p")))
        .isEqualTo(new DatabaseChoice.Embedded(Path.of("/x/holdfast")));
    assertThat(DatabaseChoice.of(null, null, Map.of()))
        .isEqualTo(
            new DatabaseChoice.Embedded(
                Path.of(System.getProperty("user.home"), ".local/share/holdfast")));
  }

  @Test
  @DisplayName("is the one that is named most closely: flag, HOLDFAST_ variable, PG variable")
  void nearestWins() {
    Map<String, String> env =
        Map.of(
            "HOLDFAST_URL",
            "postgresql://h/u",
            "HOLDFAST_DATA",
            "/d",
            "PGHOST",
            "p",
            "PGUSER",
            "o");
    assertThat(remote("postgresql://f/x", env).jdbc()).isEqualTo("jdbc:postgresql://f/x");
    assertThat(DatabaseChoice.of(null, Path.of("/flag"), env))
        .isEqualTo(new DatabaseChoice.Embedded(Path.of("/flag")));
    assertThat(remote(null, env).jdbc()).isEqualTo("jdbc:postgresql://h/u");
    assertThat(DatabaseChoice.of(null, null, Map.of("HOLDFAST_DATA", "/d", "PGHOST", "p")))
        .isEqualTo(new DatabaseChoice.Embedded(Path.of("/d")));
    assertThatThrownBy(() -> DatabaseChoice.of("postgresql://f/x", Path.of("/d"), env))
        .isInstanceOf(UsageException.class);
  }

  @Test
  @DisplayName("is found by the variables of psql")
  void pgVariables() {
    DatabaseUrl url =
        remote(
            null,
            Map.of(
                "PGHOST",
                "db",
                "PGPORT",
                "5433",
                "PGDATABASE",
                "a b&c",
                "PGUSER",
                "app",
                "PGPASSWORD",
                "secret",
                "PGSSLMODE",
                "require"));
    assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://db:5433/a%20b%26c?sslmode=require");
    assertThat(url.user()).isEqualTo("app");
    assertThat(url.password()).isEqualTo("secret");
    assertThatThrownBy(() -> remote(null, Map.of("PGHOST", "/run/postgresql")))
        .hasMessageContaining("Unix socket");
  }

  @Test
  @DisplayName("takes user and password out of an address, percent signs decoded")
  void takesSecretsOut() {
    String url = "postgres://us%40er:p%3Aw+@[::1]:5433/db?connect_timeout=3&sslmode=disable";
    assertThat(DatabaseUrl.parse(url))
        .isEqualTo(
            new DatabaseUrl(
                "jdbc:postgresql://[::1]:5433/db?connectTimeout=3&sslmode=disable",
                "us@er",
                "p:w+"));
    assertThat(DatabaseUrl.parse("jdbc:postgresql://h/d?user=u&password=p&sslmode=disable"))
        .isEqualTo(new DatabaseUrl("jdbc:postgresql://h/d?sslmode=disable", "u", "p"));
  }

  @ParameterizedTest(name = "{0} is refused without showing the secret")
  @ValueSource(
      strings = {
        "postgresql://u:hunter2@h/d",
        "jdbc:postgresql://h/d?password=hunter2",
        "jdbc:postgresql://h/d?PASSWORD=hunter2",
        "postgresql://u:hunter2@h/ d",
        "mysql://u:hunter2@h/d"
      })
  void refusesSecretsInFlags(String url) {
    assertThatThrownBy(() -> DatabaseChoice.of(url, null, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  @DisplayName("is described without its password")
  void describedWithoutPassword() {
    assertThat(DatabaseUrl.parse("postgresql://u:hunter2@h:1/d?sslpassword=hunter2"))
        .hasToString("h:1/d as u");
  }

  private static DatabaseUrl remote(@Nullable String url, Map<String, String> env) {
    return ((DatabaseChoice.Remote) DatabaseChoice.of(url, null, env)).url();
  }
}
