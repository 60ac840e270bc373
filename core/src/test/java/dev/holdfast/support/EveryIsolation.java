package dev.holdfast.support;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a class of tests under each default isolation, each test with a database of its own. */
@ParameterizedClass(name = "default isolation {0}")
@MethodSource("dev.holdfast.support.Isolation#played")
public abstract class EveryIsolation {

  @Parameter protected Isolation isolation = Isolation.READ_COMMITTED;
  protected Lab lab;

  @BeforeEach
  void openLab() {
    lab = new Lab(isolation);
  }

  @AfterEach
  void closeLab() {
    lab.close();
  }
}
