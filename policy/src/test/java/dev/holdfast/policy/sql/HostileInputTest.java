package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is thrown at it, the analysis answers, and soon. */
class HostileInputTest {

  private static final String[] SOUP =
      ("select from where for update share key no of nowait skip locked insert into values delete"
              + " merge using on when matched then with as ( ) ( ) , , . ; ' \" $$ $a$ E' /* */ --"
              + " lock table truncate do begin end if loop declare copy call create index alter"
              + " drop ? $1 :x #{y} ${z} :: := .. -> @> 1 2.5 'x' \"Q\" a b c t1 order by limit")
          .split(" ");

  private final SqlLocks analysis = SqlLocks.plain();

  @Test
  @DisplayName("P8: 50,000 random and mutated texts: no exception, an answer for every statement")
  void randomTextsAreAnswered() {
    Random random = new Random(20_26);
    List<String> corpus = Corpus.read().stream().map(Corpus.Entry::sql).toList();
    int answers = 0;
    for (int i = 0; i < 50_000; i++) {
      String sql =
          i % 4 == 0 ? mutated(corpus.get(random.nextInt(corpus.size())), random) : soup(random);
      List<StatementLocks> said = analysis.of(sql);
      assertThat(said.size()).as(sql).isGreaterThanOrEqualTo(SqlScript.pieces(sql).size());
      answers += said.size();
    }
    assertThat(answers).isGreaterThan(50_000);
  }

  private static String soup(Random random) {
    List<String> words = new ArrayList<>();
    int length = 1 + random.nextInt(12);
    for (int i = 0; i < length; i++) {
      words.add(SOUP[random.nextInt(SOUP.length)]);
    }
    return String.join(random.nextInt(8) == 0 ? "" : " ", words);
  }

  private static String mutated(String sql, Random random) {
    StringBuilder text = new StringBuilder(sql);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes && text.length() > 1; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, " " + SOUP[random.nextInt(SOUP.length)] + " ");
        case 2 -> text.setLength(at);
        default -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "select (", "case when ", "select * from (", "not ", "a.", "/*", "x[", "- "})
  @DisplayName("P8: deep nesting is a doubt, soon")
  void deepNestingIsADoubt(String opening) {
    for (int depth : new int[] {20, 200, 5_000}) {
      String sql = "select " + opening.repeat(depth);
      List<StatementLocks> said =
          assertTimeoutPreemptively(Duration.ofSeconds(60), () -> analysis.of(sql));
      assertThat(said).flatMap(StatementLocks::doubts).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 40, 400})
  @DisplayName("P8: valid deep nesting is answered, soon")
  void validDeepNestingIsAnswered(int depth) {
    String arithmetic =
        "select * from a where x = " + "(".repeat(depth) + "1" + " + 1)".repeat(depth);
    String conditions =
        "select * from a where " + "(".repeat(depth) + "x = 1" + " and y = 2)".repeat(depth);
    String queries = "select * from " + "(select * from ".repeat(depth) + "a" + ") x".repeat(depth);
    String calls = "select " + "f(".repeat(depth) + "1" + ")".repeat(depth);
    for (String sql : List.of(arithmetic, conditions, queries, calls)) {
      assertTimeoutPreemptively(Duration.ofSeconds(60), () -> analysis.of(sql + " for update"));
    }
  }

  @Test
  @DisplayName("P8: a text that is too long is a doubt")
  void aTextThatIsTooLongIsADoubt() {
    String sql = "insert into a values " + "(1, 'x'), ".repeat(100_000) + "(2, 'y')";

    assertThat(analysis.of(sql).get(0).doubts()).singleElement().asString().contains("longer");
  }

  @Test
  @DisplayName("P4: the cache of texts is bounded")
  void theCacheIsBounded() {
    TextCache<Integer> cache = new TextCache<>(100);
    for (int i = 0; i < 10_000; i++) {
      cache.put("text " + i, i);
      assertThat(cache.get("text 0")).as("asked for all the time").isEqualTo(0);
    }
    assertThat(cache.size()).isLessThanOrEqualTo(100);
  }
}
