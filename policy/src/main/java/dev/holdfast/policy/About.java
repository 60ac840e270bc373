package dev.holdfast.policy;

/**
 * What a policy says of an entry for people, and where it says it.
 *
 * @param title empty where there is none
 * @param note empty where there is none
 */
public record About(String title, String note, Position at) {

  /** Of what was made by a program. */
  public static final About NOTHING = new About("", "", Position.NONE);
}
