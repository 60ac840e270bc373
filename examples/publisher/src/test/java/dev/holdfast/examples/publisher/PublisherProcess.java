package dev.holdfast.examples.publisher;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.examples.support.RunningApp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * The publisher in a JVM of its own, to be killed and stopped. It says {@code before} or {@code
 * after} when it is about to upload or has just done so (whichever the test is interested in), and
 * goes on at the next line it hears; {@code refused} if the gallery refused it, and {@code lost} if
 * the database did not let it end its claim.
 */
final class PublisherProcess {
  private PublisherProcess() {}

  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private static final PrintStream OUT = System.out;

  public static void main(String[] arguments) throws InterruptedException {
    System.setOut(System.err);
    System.setProperty("pause", arguments[3]);
    RunningApp.start(
        new Class<?>[] {Beans.class, PublisherApplication.class},
        arguments[0],
        arguments[1],
        "publisher.gallery-url=" + arguments[2],
        "publisher.worker-ttl=5s",
        "publisher.poll-interval=100ms",
        "publisher.workers=1");
    OUT.println("ready");
    Thread.currentThread().join();
  }

  /** Not annotated, or every application would find it. */
  static class Beans {
    @Bean
    HoldfastListener losses() {
      return event -> {
        if (event instanceof HoldfastEvent.ClaimLost) {
          OUT.println("lost");
        }
      };
    }

    @Bean
    @Primary
    Upload pausing(PublisherSettings settings) {
      return new Pausing(new GalleryClient(settings.galleryAddress()));
    }
  }

  private record Pausing(Upload gallery) implements Upload {

    @Override
    public boolean raise(String id, long fence) throws IOException, InterruptedException {
      return gallery.raise(id, fence);
    }

    @Override
    public void upload(String id, String title, long fence)
        throws IOException, InterruptedException {
      pause("before");
      try {
        deaf(() -> gallery.upload(id, title, fence));
      } catch (StaleFenceException zombie) {
        OUT.println("refused");
        throw zombie;
      }
      pause("after");
    }

    private interface Task {
      void run() throws IOException, InterruptedException;
    }

    /** On a thread that nobody interrupts: a zombie that goes on in spite of all. */
    private static void deaf(Task upload) throws IOException {
      CompletableFuture<Void> done = new CompletableFuture<>();
      new Thread(
              () -> {
                try {
                  upload.run();
                  done.complete(null);
                } catch (IOException | InterruptedException | RuntimeException e) {
                  done.completeExceptionally(e);
                }
              })
          .start();
      try {
        done.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof StaleFenceException stale) {
          throw stale;
        }
        throw new IOException(e.getCause());
      }
    }

    private static void pause(String where) throws IOException {
      if (where.equals(System.getProperty("pause"))) {
        OUT.println(where);
        if (IN.readLine() == null) {
          Runtime.getRuntime().halt(0);
        }
        // The worst of zombies: told that its claim is lost, it does not listen.
        Thread.interrupted();
      }
    }
  }
}
