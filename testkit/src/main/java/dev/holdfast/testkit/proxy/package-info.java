/**
 * A TCP proxy on loopback that breaks the network on request.
 *
 * <p>One thread runs everything: it accepts, copies bytes and carries out the caller's orders
 * between two bytes. So an order such as {@link dev.holdfast.testkit.proxy.TcpProxy#cut cut()} is
 * complete when the call returns, and a proxy leaves nothing behind when it is closed.
 *
 * <p>What it can't do: drop packets below TCP. A swallowed byte is gone from the stream, so {@link
 * dev.holdfast.testkit.proxy.TcpProxy#heal heal()} resets every connection that lost one.
 */
@NullMarked
package dev.holdfast.testkit.proxy;

import org.jspecify.annotations.NullMarked;
