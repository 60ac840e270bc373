package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("With a certificate the service")
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @Test
  @DisplayName("speaks TLS and nothing else")
  void speaksTls(@TempDir Path directory) throws Exception {
    KeyStore store = store(directory);
    HttpSettings.Tls tls = new HttpSettings.Tls(directory.resolve("c"), directory.resolve("k"));
    Files.writeString(
        tls.certificate(), pem("CERTIFICATE", store.getCertificate("x").getEncoded()));
    Files.writeString(tls.key(), pem("PRIVATE KEY", store.getKey("x", PASSWORD).getEncoded()));
    HttpSettings.Listen listen = new HttpSettings.Listen("127.0.0.1", 0, tls, false);
    try (ServiceLab lab = ServiceLab.start(HttpSettings.defaults().withListen(listen))) {
      URI address = URI.create("https://localhost:" + lab.service().port() + "/problems/held");
      HttpClient client = HttpClient.newBuilder().sslContext(trusting(store)).build();
      assertThat(
              client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body())
          .contains("held");
      try (Raw raw = Raw.open(lab.service().port())) {
        raw.send("GET /problems/held HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(raw.readAll()).doesNotContain("200");
      }
    }
  }

  private static KeyStore store(Path directory) throws Exception {
    Path file = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "x",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static SSLContext trusting(KeyStore store) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("x", store.getCertificate("x"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind);
  }
}
