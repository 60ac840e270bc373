package dev.holdfast.testkit.proxy;

/**
 * What went through a proxy since it was opened.
 *
 * @param accepted connections that clients opened
 * @param open connections that are open now
 * @param requestBytes bytes passed on from clients to the server
 * @param answerBytes bytes passed on from the server to clients
 * @param swallowedBytes bytes that were read and thrown away, both ways
 * @param delayedBytes bytes that were held back by a delay, both ways
 */
public record ProxyStats(
    long accepted,
    int open,
    long requestBytes,
    long answerBytes,
    long swallowedBytes,
    long delayedBytes) {}
