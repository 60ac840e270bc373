package dev.holdfast.spring;

import dev.holdfast.lease.Lease;

/** Sees the calls of {@link Leased} methods: for metrics and traces. */
public interface LeaseObserver {

  /** Sees nothing. */
  LeaseObserver NONE =
      (template, resource) ->
          new Course() {
            @Override
            public void granted(Lease lease) {}

            @Override
            public void skipped() {}

            @Override
            public void done() {}

            @Override
            public void failed(Throwable error) {}
          };

  /**
   * A call begins.
   *
   * @param template the name as it stands in the annotation: few, so that it may be a tag
   * @param resource the name itself: many, for traces only
   */
  Course begin(String template, String resource);

  /** One call; granted may come first, then one of the others. */
  interface Course {

    void granted(Lease lease);

    /** Somebody else has it, and the method was not run. */
    void skipped();

    void done();

    /** It could not be had, or the method failed. */
    void failed(Throwable error);
  }
}
