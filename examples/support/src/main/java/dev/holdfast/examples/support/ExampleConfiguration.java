package dev.holdfast.examples.support;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;

/** What an example imports beside the starter: a database for a fresh machine, load, a name. */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:example.properties")
@Import({EmbeddedDataSource.class, LoadOnDemand.class})
public class ExampleConfiguration {}
