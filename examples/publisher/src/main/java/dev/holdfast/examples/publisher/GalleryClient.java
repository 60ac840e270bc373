package dev.holdfast.examples.publisher;

import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** The gallery over HTTP. The execution version goes along as the fence. */
final class GalleryClient implements Upload {

  private final Http http;

  GalleryClient(URI gallery) {
    this.http = new Http(gallery);
  }

  @Override
  public boolean raise(String id, long fence) throws IOException, InterruptedException {
    return send("PUT", id, "", fence).body().path("published").asBoolean();
  }

  @Override
  public void upload(String id, String title, long fence) throws IOException, InterruptedException {
    send("POST", id, title, fence);
  }

  private Answer send(String method, String id, String title, long fence)
      throws IOException, InterruptedException {
    Map<String, String> headers = Map.of("Fence", Long.toString(fence));
    Answer answer = http.send(method, "/gallery/" + id, Map.of("title", title), headers);
    if (answer.status() == 412) {
      throw new StaleFenceException(id, fence);
    }
    if (answer.status() / 100 != 2) {
      throw new IOException("the gallery answered with " + answer.status());
    }
    return answer;
  }
}
