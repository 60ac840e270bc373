package dev.holdfast.examples.publisher;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.Claims;
import dev.holdfast.examples.support.ExampleConfiguration;
import dev.holdfast.examples.support.LoadStarter;
import java.io.IOException;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The publisher. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(PublisherSettings.class)
@EnableScheduling
@Import(ExampleConfiguration.class)
public class PublisherApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(PublisherApplication.class, arguments);
  }

  @Bean
  ClaimOptions claimOptions(PublisherSettings settings) {
    return ClaimOptions.defaults().withWorkerTtl(settings.workerTtl());
  }

  /** For what is done beside the workers: sweeping. Looks at the table's columns. */
  @Bean
  @DependsOnDatabaseInitialization
  Claims deviationClaims(Holdfast holdfast, ClaimOptions options) {
    return holdfast.claims(Deviation.TABLE, options);
  }

  /** A gallery of our own, unless there is one elsewhere. */
  @Bean(destroyMethod = "close")
  @ConditionalOnProperty(
      name = "publisher.gallery-url",
      havingValue = "local",
      matchIfMissing = true)
  LocalGallery localGallery(PublisherSettings settings) throws IOException {
    LocalGallery gallery = LocalGallery.start(settings.uploadDuration());
    LoggerFactory.getLogger(LocalGallery.class).info("A gallery at {}", gallery.address());
    return gallery;
  }

  @Bean
  @ConditionalOnMissingBean
  Upload upload(PublisherSettings settings, ObjectProvider<LocalGallery> local) {
    LocalGallery gallery = local.getIfAvailable();
    return new GalleryClient(gallery == null ? settings.galleryAddress() : gallery.address());
  }

  @Bean
  LoadStarter load() {
    return Load::start;
  }
}
