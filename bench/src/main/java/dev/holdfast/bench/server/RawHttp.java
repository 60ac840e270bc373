package dev.holdfast.bench.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * A connection that is kept, one request at a time: as little as HTTP/1.1 needs, so that the
 * client's cost is small and the same for whoever answers.
 */
public final class RawHttp implements AutoCloseable {

  private static final int ANSWER_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream from;
  private final OutputStream to;
  private final String headers;

  /** An answer; the body as text. */
  public record Answer(int status, String body) {

    /** The body, if the status is one of these. */
    public String expect(int... expected) {
      for (int one : expected) {
        if (status == one) {
          return body;
        }
      }
      throw new IllegalStateException("answered " + status + ": " + body);
    }

    /** The string that follows a member's name; good enough for flat answers. */
    public String member(String name) {
      int at = body.indexOf("\"" + name + "\"");
      int start = body.indexOf('"', body.indexOf(':', at)) + 1;
      if (at < 0 || start == 0) {
        throw new IllegalStateException("no " + name + " in " + body);
      }
      return body.substring(start, body.indexOf('"', start));
    }
  }

  /**
   * @param headers more header lines for each request, each with its line end
   */
  public RawHttp(int port, String headers) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(ANSWER_MILLIS);
    this.from = new BufferedInputStream(socket.getInputStream());
    this.to = new BufferedOutputStream(socket.getOutputStream());
    this.headers = "Host: 127.0.0.1:" + port + "\r\nContent-Type: application/json\r\n" + headers;
  }

  public Answer send(String method, String path, String more, String body) throws IOException {
    byte[] content = body.getBytes(UTF_8);
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\n"
            + headers
            + more
            + "Content-Length: "
            + content.length;
    to.write((head + "\r\n\r\n").getBytes(US_ASCII));
    to.write(content);
    to.flush();
    return read();
  }

  private Answer read() throws IOException {
    int status = Integer.parseInt(line().substring(9, 12));
    int length = 0;
    boolean chunked = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).trim());
      } else if (header.startsWith("transfer-encoding:")) {
        chunked = header.contains("chunked");
      }
    }
    return new Answer(status, chunked ? chunks() : text(length));
  }

  private String chunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int length = chunk(); length > 0; length = chunk()) {
      body.append(text(length));
      line();
    }
    line();
    return body.toString();
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().trim(), 16);
  }

  private String text(int length) throws IOException {
    byte[] bytes = from.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection was closed within an answer");
    }
    return new String(bytes, UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = from.read(); c != '\n'; c = from.read()) {
      if (c < 0) {
        throw new EOFException("the connection was closed");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
