/**
 * A publisher: items that are due are uploaded to a gallery elsewhere, each once, however many
 * workers look for them.
 *
 * <h2>Problem</h2>
 *
 * Several workers, in several processes, find the same scheduled item at the same moment. An upload
 * takes long and can't be taken back, and the gallery knows no idempotency keys.
 *
 * <h2>Solution</h2>
 *
 * <ol>
 *   <li>A claim on the item's own row: lock id, locked at, execution version + 1, only from status
 *       {@code scheduled}. Who does not get it skips it. No transaction is open during the upload.
 *   <li>The gallery is first told the execution version as a fence: it refuses lower ones from then
 *       on, and says whether the item is there already. If a worker died after its upload, the next
 *       one finds it there and does not upload again.
 *   <li>The upload, with the fence. A worker that was taken for dead and wakes up late is refused.
 *   <li>The item's new status, only if the claim is still ours.
 * </ol>
 *
 * Items of dead workers are taken over by the next claim once their worker's lease is over (30
 * seconds); the clean-up job is there for its log line.
 *
 * <h2>What it does not promise</h2>
 *
 * A gallery that checks no fence would get a zombie's upload. No lock on our side can prevent that.
 */
@NullMarked
package dev.holdfast.examples.publisher;

import org.jspecify.annotations.NullMarked;
