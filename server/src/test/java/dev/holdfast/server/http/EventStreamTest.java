package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("GET /api/v1/events")
class EventStreamTest {
  private static WatchedService service;

  @BeforeAll
  static void start() {
    service = WatchedService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  /** A client that reads line by line, and can go away. */
  private static final class Stream implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    Stream(Client client, String path, String... headers) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
      socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
      StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
      request.append("Authorization: Bearer ").append(client.secret()).append("\r\n");
      for (String header : headers) {
        request.append(header).append("\r\n");
      }
      OutputStream out = socket.getOutputStream();
      out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** Up to and including the first line that contains this. */
    List<String> until(String text) throws IOException {
      List<String> read = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read.add(line);
        if (line.contains(text)) {
          return read;
        }
      }
      throw new AssertionError("the stream ended without " + text + ": " + read);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  @DisplayName("sends number, kind and data of each event, and a hint when to come back")
  void sends() throws IOException {
    try (Stream stream = new Stream(service.admin(), "/api/v1/events?prefix=sends/")) {
      List<String> head = stream.until(": events follow");
      assertThat(head.get(0)).contains("200");
      assertThat(head).contains("content-type: text/event-stream", "retry: 2000");
      service.hold("sends/\"<1>");
      List<String> event = stream.until("data: ");
      assertThat(event).anyMatch(line -> line.matches("id: \\d+")).contains("event: granted");
      assertThat(event.get(event.size() - 1))
          .contains("\"kind\":\"granted\"")
          .contains("\"resource\":\"sends/\\\"<1>\"")
          .contains("\"fence\":\"1\"")
          .contains("was granted to");
    }
  }

  @Test
  @DisplayName("goes on after the number that the client has, in a header or in the address")
  void resumes() throws IOException {
    String id;
    try (Stream stream = new Stream(service.admin(), "/api/v1/events?prefix=resumes/")) {
      stream.until(": events follow");
      service.hold("resumes/1");
      id = stream.until("id: ").stream().filter(line -> line.startsWith("id: ")).findFirst().get();
    }
    service.hold("resumes/2");
    String last = id.substring("id: ".length());
    try (Stream stream =
        new Stream(service.admin(), "/api/v1/events?prefix=resumes/", "Last-Event-ID: " + last)) {
      assertThat(stream.until("data: ")).last().asString().contains("resumes/2");
    }
    try (Stream stream =
        new Stream(service.admin(), "/api/v1/events?prefix=resumes/&after=" + last)) {
      assertThat(stream.until("data: ")).last().asString().contains("resumes/2");
    }
    assertThat(service.admin().get("/api/v1/events?after=x").status()).isEqualTo(400);
  }

  @Test
  @DisplayName("shows a token only what its prefixes allow")
  void prefixes() throws IOException {
    Client reader = service.client("follower", Role.READ, "mine/");
    try (Stream stream = new Stream(reader, "/api/v1/events?after=0")) {
      stream.until(": events follow");
      service.hold("theirs/1");
      service.hold("mine/1");
      assertThat(stream.until("mine/1")).noneMatch(line -> line.contains("theirs/"));
    }
    assertThat(service.anybody().get("/api/v1/events").status()).isEqualTo(401);
  }

  @Test
  @DisplayName("forgets a client that is gone, and serves 200 at once")
  void manyClients() throws IOException {
    service.untilSubscribers(0);
    List<Stream> streams = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      streams.add(new Stream(service.admin(), "/api/v1/events?prefix=many/"));
    }
    for (Stream stream : streams) {
      stream.until(": events follow");
    }
    service.untilSubscribers(200);
    service.hold("many/1");
    for (Stream stream : streams) {
      stream.until("many/1");
    }
    for (Stream stream : streams) {
      stream.close();
    }
    service.untilSubscribers(0);
  }
}
