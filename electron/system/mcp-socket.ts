/** What is said on the socket of MCP beside MCP itself. */

/** The first line of a client that speaks for a pane: the token of the pane. */
export interface SocketHello {
  readonly fugue: { readonly token: string };
}

/** Longest message, in UTF-16 units of its line. */
export const MESSAGE_LIMIT = 1024 * 1024;

/** The code of the error with which a token is refused; the socket is closed after it. */
export const TOKEN_REFUSED = -32_001;
