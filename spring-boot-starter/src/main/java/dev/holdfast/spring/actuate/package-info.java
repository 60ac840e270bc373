/**
 * What operators see of Holdfast: health, the endpoint {@code holdfast}, metrics and observations.
 *
 * <p>Health is a matter of the database and of lost leases, never of contention: a resource that
 * many want is an application at work. Names of resources are data of any number: metrics are
 * tagged by the annotation's template only, the name itself goes to traces. Metrics have the names
 * of the service's, so that one dashboard shows both.
 */
@NullMarked
package dev.holdfast.spring.actuate;

import org.jspecify.annotations.NullMarked;
