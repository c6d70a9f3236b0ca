import type * as clients from './clients';

export type Clients = typeof clients;

let loading: Promise<Clients> | null = null;

/** Loads what clients are served with when the first one comes: listening needs none of it, and an app starts sooner. */
export function loadClients(): Promise<Clients> {
  return (loading ??= import('./clients'));
}
