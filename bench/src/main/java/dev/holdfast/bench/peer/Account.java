package dev.holdfast.bench.peer;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The row that the transactions lock and update, as an entity. */
@Entity
@Table(name = "bench_account")
public class Account {

  @Id private int id;
  private long n;

  protected Account() {}

  public int getId() {
    return id;
  }

  public long getN() {
    return n;
  }

  public void setN(long n) {
    this.n = n;
  }
}
