/** Identifiers are UUIDs in text form; the brand keeps one kind from being passed for another. */
type Id<Kind extends string> = string & { readonly __kind: Kind };

export type SessionId = Id<'session'>;
export type WindowId = Id<'window'>;
export type PaneId = Id<'pane'>;
export type DesktopWindowId = Id<'desktop window'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

// The casts live here alone: a string becomes an id only where one is minted or validated.
export const asSessionId = (text: string): SessionId => text as SessionId;
export const asWindowId = (text: string): WindowId => text as WindowId;
export const asPaneId = (text: string): PaneId => text as PaneId;
export const asDesktopWindowId = (text: string): DesktopWindowId => text as DesktopWindowId;
