package dev.holdfast.torture.check;

/** What must hold; a fault says which of them hold under it. */
public enum Invariant {
  X("claimed intervals of one resource never overlap"),
  F("the fences of a resource rise with every grant"),
  W("guarded writes land in the order of their fences, once, and none that failed"),
  D("what was acknowledged is there at the end"),
  T("only the holder of the token renews and releases"),
  L("after healing a grant comes within ttl and margin"),
  C("a claimed row is completed once, by who claimed it"),
  O("a committed event is handled, an aborted one never"),
  V("no two updates make the same version, and versions rise"),
  R("a guarded write is in no renewal's way"),
  S("one correct server could have given all these answers");

  private final String promise;

  Invariant(String promise) {
    this.promise = promise;
  }

  public String promise() {
    return promise;
  }
}
