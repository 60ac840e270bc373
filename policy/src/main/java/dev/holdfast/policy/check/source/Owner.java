package dev.holdfast.policy.check.source;

/**
 * Whose code a text of SQL belongs to.
 *
 * @param packageName empty for files of SQL
 * @param type the class without its package, or the file
 * @param member the method or field; empty where there is none
 * @param unit the run of statements that it is in
 */
public record Owner(String packageName, String type, String member, Unit unit) {

  /** {@code app.orders.Service.create}, as people name a method. */
  public String name() {
    String qualified = packageName.isEmpty() ? type : packageName + "." + type;
    return member.isEmpty() ? qualified : qualified + "." + member;
  }

  Owner withMember(String newMember, Unit newUnit) {
    return new Owner(packageName, type, newMember, newUnit);
  }

  Owner withUnit(Unit newUnit) {
    return new Owner(packageName, type, member, newUnit);
  }
}
