package dev.holdfast.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The TCP proxy")
@Timeout(60)
final class TcpProxyTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int SILENCE_MILLIS = 200;

  private static final Executor NEW_THREAD = task -> new Thread(task, "starter").start();

  private EchoServer echo;
  private TcpProxy proxy;

  @BeforeEach
  void open() throws IOException {
    echo = new EchoServer();
    proxy = TcpProxy.to(echo.address());
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  @DisplayName("passes bytes on unchanged, also more than its buffers hold")
  void passes() throws Exception {
    byte[] sent = new byte[3_000_000];
    new Random(7).nextBytes(sent);
    try (Socket socket = connect()) {
      CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(socket, sent));
      assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      writing.get(20, TimeUnit.SECONDS);
      socket.shutdownOutput();
      assertThat(socket.getInputStream().read()).as("the end is passed on").isEqualTo(-1);
    }
    assertThat(proxy.stats().requestBytes()).isEqualTo(sent.length);
    assertThat(proxy.stats().answerBytes()).isEqualTo(sent.length);
    assertThat(proxy.stats().accepted()).isEqualTo(1);
    assertThat(proxy.stats().delayedBytes()).isZero();
    Eventually.holds("the connection is gone", SOON, () -> proxy.stats().open() == 0);
  }

  @Test
  @DisplayName("loses the answer to the request with a given text, and to no other before it")
  void swallowsAnswerToText() throws Exception {
    CompletableFuture<Void> lost = proxy.swallowAnswerThenCut("7");
    try (Socket socket = connect()) {
      assertThat(echo(socket, '1')).isEqualTo('1');
      assertThat(lost).isNotDone();
      assertThatThrownBy(() -> echo(socket, '7')).isInstanceOf(SocketException.class);
    }
    lost.get(20, TimeUnit.SECONDS);
    assertThat(echo.received()).isEqualTo(2);
  }

  @Test
  @DisplayName("heals while processes start, which have its port for a moment")
  void healsBesideStartingProcesses() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> starting =
        CompletableFuture.runAsync(() -> startProcessesUntil(enough), NEW_THREAD);
    try {
      for (int round = 0; round < 300; round++) {
        proxy.cut();
        proxy.heal();
      }
    } finally {
      enough.set(true);
      starting.get(20, TimeUnit.SECONDS);
    }
    try (Socket socket = connect()) {
      assertThat(echo(socket, '1')).isEqualTo('1');
    }
  }

  private static void startProcessesUntil(AtomicBoolean enough) {
    try {
      while (!enough.get()) {
        new ProcessBuilder("true").start().waitFor();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisplayName("retarget: resets connections, new ones reach the other server")
  void retargets() throws Exception {
    try (EchoServer other = new EchoServer();
        Socket before = connect()) {
      assertThat(echo(before, 1)).isEqualTo(1);
      proxy.retarget(other.address());
      assertThatThrownBy(() -> echo(before, 2)).isInstanceOf(SocketException.class);
      try (Socket after = connect()) {
        assertThat(echo(after, 3)).isEqualTo(3);
      }
      assertThat(other.received()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("cut: resets connections and refuses new ones until healed")
  void cuts() throws Exception {
    try (Socket socket = connect()) {
      assertThat(echo(socket, 1)).isEqualTo(1);
      proxy.cut();
      assertThatThrownBy(() -> echo(socket, 2)).isInstanceOf(SocketException.class);
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }
    proxy.heal();
    try (Socket socket = connect()) {
      assertThat(echo(socket, 3)).isEqualTo(3);
    }
  }

  @Test
  @DisplayName("delay: each byte takes the delay there and the delay back, without piling up")
  void delays() throws Exception {
    proxy.delay(Duration.ofMillis(500));
    try (Socket socket = connect()) {
      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        socket.getOutputStream().write(i);
      }
      assertThat(socket.getInputStream().readNBytes(10)).hasSize(10);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("one after the other would be 10 s")
          .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(8));
      assertThat(proxy.stats().delayedBytes()).as("there and back").isEqualTo(20);
    }
  }

  @Test
  @DisplayName("halfOpen: nothing arrives, nobody is told; heal resets what lost bytes")
  void halfOpens() throws Exception {
    try (Socket socket = connect();
        Socket idle = connect()) {
      assertThat(echo(socket, 1)).isEqualTo(1);
      assertThat(echo(idle, 1)).isEqualTo(1);
      proxy.halfOpen();
      socket.getOutputStream().write(2);
      assertSilent(socket);
      assertThat(echo.received()).isEqualTo(2);
      assertThat(proxy.stats().open()).isEqualTo(2);
      proxy.heal();
      assertThatThrownBy(() -> echo(socket, 3)).isInstanceOf(SocketException.class);
      assertThat(echo(idle, 4)).as("a connection that lost nothing goes on").isEqualTo(4);
    }
  }

  @Test
  @DisplayName("swallowAnswers: the request takes effect, the answer is lost")
  void swallowsAnswers() throws Exception {
    try (Socket socket = connect()) {
      proxy.swallowAnswers();
      socket.getOutputStream().write(9);
      Eventually.holds("the request arrives", SOON, () -> echo.received() == 1);
      assertSilent(socket);
      Eventually.holds("it is lost", SOON, () -> proxy.stats().swallowedBytes() == 1);
    }
  }

  @Test
  @DisplayName("swallowRequests: the request is lost")
  void swallowsRequests() throws Exception {
    try (Socket socket = connect()) {
      proxy.swallowRequests();
      socket.getOutputStream().write(9);
      assertSilent(socket);
      assertThat(echo.received()).isZero();
    }
  }

  @Test
  @DisplayName("swallowNextAnswerThenCut: the effect is there, the answer not, then nothing goes")
  void losesOneAnswer() throws Exception {
    try (Socket socket = connect();
        Socket other = connect()) {
      assertThat(echo(other, 1)).isEqualTo(1);
      CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
      assertThat(lost).isNotDone();
      assertThatThrownBy(() -> echo(socket, 2)).isInstanceOf(IOException.class);
      lost.get(20, TimeUnit.SECONDS);
      assertThat(echo.received()).isEqualTo(2);
      assertThatThrownBy(() -> echo(other, 3)).isInstanceOf(SocketException.class);
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  @DisplayName("resetConnections: old connections break, new ones work")
  void resets() throws Exception {
    try (Socket socket = connect()) {
      assertThat(echo(socket, 1)).isEqualTo(1);
      proxy.resetConnections();
      assertThatThrownBy(() -> echo(socket, 2)).isInstanceOf(SocketException.class);
    }
    try (Socket socket = connect()) {
      assertThat(echo(socket, 3)).isEqualTo(3);
    }
  }

  @Test
  @DisplayName("a server that is not there looks like one: the client's connection ends")
  void noServer() throws Exception {
    // Bound but not listening: nobody else can take this port, nobody answers on it.
    try (SocketChannel deaf =
            SocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TcpProxy nowhere = TcpProxy.to((InetSocketAddress) deaf.getLocalAddress());
        Socket socket = connect(nowhere)) {
      assertThatThrownBy(() -> echo(socket, 1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  @DisplayName("close: no thread, no port, no connection stays; orders after it say so")
  void closes() throws Exception {
    String thread = "holdfast-proxy-" + proxy.port();
    try (Socket socket = connect()) {
      assertThat(echo(socket, 1)).isEqualTo(1);
      proxy.close();
      assertThatThrownBy(() -> echo(socket, 2)).isInstanceOf(SocketException.class);
    }
    proxy.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain(thread);
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    assertThatThrownBy(proxy::cut)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  @DisplayName("a delay below zero or beyond ten minutes is refused")
  void refusesBadDelay() {
    assertThatThrownBy(() -> proxy.delay(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> proxy.delay(Duration.ofHours(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Socket connect() throws IOException {
    return connect(proxy);
  }

  private static Socket connect(TcpProxy to) throws IOException {
    Socket socket = new Socket(to.address().getAddress(), to.port());
    socket.setSoTimeout((int) SOON.toMillis());
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static int echo(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    int answer = socket.getInputStream().read();
    if (answer < 0) {
      throw new SocketException("the peer closed the connection");
    }
    return answer;
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout((int) SOON.toMillis());
  }
}
