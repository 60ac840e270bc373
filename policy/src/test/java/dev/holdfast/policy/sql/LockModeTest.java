package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockModeTest {

  @Test
  void ofTwoModesEachWaitsForTheOtherOrNeitherDoes() {
    for (LockMode one : LockMode.values()) {
      for (LockMode other : LockMode.values()) {
        assertThat(one.conflictsWith(other))
            .as("%s and %s", one, other)
            .isEqualTo(other.conflictsWith(one));
      }
    }
  }

  @Test
  void theStrongestModeOfAScopeConflictsWithAllOfIt() {
    for (LockMode strongest :
        List.of(LockMode.UPDATE, LockMode.UNIQUE_VALUE, LockMode.TABLE_ACCESS_EXCLUSIVE)) {
      List<LockMode> scope =
          Arrays.stream(LockMode.values()).filter(m -> m.scope() == strongest.scope()).toList();
      assertThat(scope).allMatch(strongest::conflictsWith);
    }
  }

  @Test
  void aForeignKeysLookPassesAnUpdateOfOtherColumns() {
    assertThat(LockMode.KEY_SHARE.conflictsWith(LockMode.NO_KEY_UPDATE)).isFalse();
    assertThat(LockMode.KEY_SHARE.conflictsWith(LockMode.UPDATE)).isTrue();
    assertThat(LockMode.KEY_SHARE.scope()).isEqualTo(Scope.ROW);
  }
}
