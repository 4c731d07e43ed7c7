/**
 * Connections that the system keeps until a process accepts them. Beyond Node's 511 a burst of one client would fill the queue: the system
 * then drops the packets of every other client, which tries again after a second (RFC 6298, section 2.1).
 */
export const listenBacklog = 4_096;
