package dev.holdfast.torture.workload;

import dev.holdfast.testkit.process.ChildJvm;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The child processes, each behind a network of its own. */
public final class Crew implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration END = Duration.ofSeconds(90);

  /** One of them: a process that may be replaced, and the network that stays. */
  public static final class Member {
    private final int index;
    private final TcpProxy proxy;
    private ChildJvm process;
    private int incarnation;

    private Member(int index, TcpProxy proxy, ChildJvm process) {
      this.index = index;
      this.proxy = proxy;
      this.process = process;
    }

    public TcpProxy proxy() {
      return proxy;
    }

    public ChildJvm process() {
      return process;
    }

    /** Of the process that runs now: the holder of its leases. */
    public String name() {
      return Crew.name(index, incarnation);
    }

    /** What the server knows its connections by. */
    public String applicationName() {
      return Job.applicationName(name());
    }
  }

  private final Shape shape;
  private final int outsidePort;
  private final Path histories;
  private final List<Member> members = new ArrayList<>();

  private Crew(Shape shape, int outsidePort, Path histories) {
    this.shape = shape;
    this.outsidePort = outsidePort;
    this.histories = histories;
  }

  /** Starts so many processes, all at once, and returns when each of them works. */
  public static Crew start(
      int size, Shape shape, InetSocketAddress server, int outsidePort, Path histories) {
    Crew crew = new Crew(shape, outsidePort, histories);
    try {
      for (int i = 0; i < size; i++) {
        TcpProxy proxy = TcpProxy.to(server);
        crew.members.add(new Member(i, proxy, crew.launch(i, 0, proxy)));
      }
      crew.members.forEach(m -> m.process.hear(START));
      return crew;
    } catch (RuntimeException | AssertionError e) {
      crew.close();
      throw e;
    }
  }

  private ChildJvm launch(int index, int incarnation, TcpProxy proxy) {
    String name = name(index, incarnation);
    Path file = histories.resolve(name + ".history");
    Job job = new Job(name, proxy.port(), outsidePort, shape, file);
    return ChildJvm.start(ChildMain.class, job.arguments().toArray(String[]::new));
  }

  private static String name(int index, int incarnation) {
    return "p" + index + "-" + incarnation;
  }

  /** Whether the lease with a token of this name renews itself. */
  public static boolean renewsItself(String token) {
    return token.endsWith(LeaseWork.RENEWED);
  }

  public int size() {
    return members.size();
  }

  public Member member(int index) {
    return members.get(index);
  }

  public List<Member> members() {
    return List.copyOf(members);
  }

  public boolean does(Shape.Activity activity) {
    return shape.does(activity);
  }

  public Duration ttl() {
    return shape.ttl();
  }

  /** A process that died gets a successor with a new name, on the same network. */
  public void replace(int index) {
    Member member = members.get(index);
    member.process.close();
    member.incarnation++;
    member.process = launch(index, member.incarnation, member.proxy);
    member.process.hear(START);
  }

  /** Ends new work everywhere; claims and events that are there are still worked on. */
  public void quiet() {
    members.forEach(m -> m.process.tell("quiet"));
    members.forEach(m -> await(m.process, "quiet"));
  }

  /** Has all of them close Holdfast as applications do, and end. */
  public void end() {
    members.forEach(m -> m.process.tell("end"));
    members.forEach(m -> await(m.process, "ended"));
  }

  public Figures figures(int index) {
    ChildJvm process = members.get(index).process;
    process.tell("figures");
    return Figures.parse(await(process, ""));
  }

  private static String await(ChildJvm process, String beginning) {
    return await(process, beginning, END);
  }

  /** The next line that begins so; what was said to nobody before it is passed over. */
  public static String await(ChildJvm process, String beginning, Duration within) {
    for (int lines = 0; lines < 1_000; lines++) {
      String line = process.hear(within);
      boolean aside = line.equals("guarded") && !beginning.equals("guarded");
      if (!aside && line.startsWith(beginning)) {
        return line;
      }
    }
    throw new IllegalStateException("it never said " + beginning);
  }

  @Override
  public void close() {
    for (Member member : members) {
      member.process.close();
      member.proxy.close();
    }
  }
}
