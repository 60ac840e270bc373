package dev.holdfast.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Report;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeerChoiceTest {

  @Test
  @DisplayName("a short run has no peers, so that it starts none of their servers")
  void shortRun() {
    assertThat(PeerChoice.of(Peer.OF_PAIRS, Options.parse("--short"), new Report())).isEmpty();
  }

  @Test
  @DisplayName("only the peers that were asked for are measured")
  void asked() {
    Options options = Options.parse("--peers", "shedlock,curator");

    assertThat(PeerChoice.of(Peer.OF_PAIRS, options, new Report()))
        .isEqualTo(List.of(Peer.SHEDLOCK, Peer.CURATOR, Peer.CURATOR_SEMAPHORE));
  }

  @Test
  @DisplayName("a peer whose server is not installed is reported, with what to install")
  void missing() {
    Report report = new Report();
    List<Peer> there = PeerChoice.of(Peer.OF_PAIRS, Options.parse("--peers", "redisson"), report);

    Peer.REDISSON
        .backend
        .missing()
        .ifPresentOrElse(
            why -> assertThat(report.text()).contains("Redisson RLock, memory: " + why),
            () -> assertThat(there).contains(Peer.REDISSON));
  }
}
