package dev.holdfast.torture.fault;

import dev.holdfast.torture.cluster.SmallDisk;
import java.util.Objects;

/** 19: the disk of the data, or that of the WAL, is full. */
record DiskFault() implements Fault {

  @Override
  public int number() {
    return 19;
  }

  @Override
  public String title() {
    return "disk full: data or WAL";
  }

  @Override
  public Stage stage() {
    return Stage.DISK;
  }

  @Override
  public java.time.Duration lasts(Scene scene) {
    return scene.ttl().multipliedBy(2);
  }

  @Override
  public void inject(Scene scene) {
    SmallDisk disk =
        scene.chance().nextBoolean() ? scene.servers().dataDisk() : scene.servers().walDisk();
    Objects.requireNonNull(disk, "this stage has small disks").fill();
  }

  @Override
  public void heal(Scene scene) {
    Objects.requireNonNull(scene.servers().dataDisk()).empty();
    Objects.requireNonNull(scene.servers().walDisk()).empty();
    ServerFaults.up(scene.server());
  }
}
