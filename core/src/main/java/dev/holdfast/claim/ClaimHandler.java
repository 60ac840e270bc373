package dev.holdfast.claim;

/**
 * The work on a claimed row. If it returns, the claim is finished (unless it ended it itself); if
 * it throws, the attempt failed. Interrupted when the claim was lost, or when the worker does not
 * want to wait any longer.
 */
@FunctionalInterface
public interface ClaimHandler {

  void handle(Claim claim) throws Exception;
}
