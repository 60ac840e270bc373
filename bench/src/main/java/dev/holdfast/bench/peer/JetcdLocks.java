package dev.holdfast.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * jetcd's lock client. Each caller has an etcd lease that is kept alive: two locks under one lease
 * do not exclude each other.
 */
final class JetcdLocks implements Locks {

  private static final long TTL_SECONDS = 30;
  private static final long TRY_MILLIS = 2_000;

  private final Client client;

  JetcdLocks(Address address) {
    this.client = Client.builder().endpoints("http://" + address.url()).build();
  }

  @Override
  public KeyLock on(String key) throws Exception {
    long lease =
        client.getLeaseClient().grant(TTL_SECONDS).get(PATIENCE_SECONDS, TimeUnit.SECONDS).getID();
    client.getLeaseClient().keepAlive(lease, new Unwatched());
    return new OneKey(ByteSequence.from(key, UTF_8), lease);
  }

  @Override
  public void close() {
    client.close();
  }

  private final class OneKey implements KeyLock {
    private final ByteSequence name;
    private final long lease;
    private @Nullable ByteSequence held;

    OneKey(ByteSequence name, long lease) {
      this.name = name;
      this.lease = lease;
    }

    /** There is no try: a short wait instead, which a free key does not need. */
    @Override
    public boolean tryLock() throws Exception {
      try {
        held = lockWithin(TRY_MILLIS);
        return true;
      } catch (TimeoutException taken) {
        return false;
      }
    }

    @Override
    public long lock() throws Exception {
      held = lockWithin(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      return NO_FENCE;
    }

    private ByteSequence lockWithin(long millis) throws Exception {
      var asked = client.getLockClient().lock(name, lease);
      try {
        return asked.get(millis, TimeUnit.MILLISECONDS).getKey();
      } catch (TimeoutException e) {
        asked.cancel(true); // leaves the queue of the key
        throw e;
      }
    }

    @Override
    public void unlock() throws Exception {
      ByteSequence key = held;
      if (key == null) {
        throw new IllegalStateException(name + " is not held");
      }
      client.getLockClient().unlock(key).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Nobody looks at the answers of a keep-alive here. */
  private static final class Unwatched implements StreamObserver<LeaseKeepAliveResponse> {
    @Override
    public void onNext(LeaseKeepAliveResponse answer) {}

    @Override
    public void onError(Throwable problem) {}

    @Override
    public void onCompleted() {}
  }
}
