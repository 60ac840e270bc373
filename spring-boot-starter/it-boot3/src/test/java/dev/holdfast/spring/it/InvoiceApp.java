package dev.holdfast.spring.it;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** An application with leased methods, and what it heard of its leases. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(InvoiceService.class)
class InvoiceApp {

  static final class Heard implements HoldfastListener {

    private final List<HoldfastEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(HoldfastEvent event) {
      events.add(event);
    }

    List<HoldfastEvent> events() {
      return events;
    }
  }

  @Bean
  Heard heard() {
    return new Heard();
  }
}
