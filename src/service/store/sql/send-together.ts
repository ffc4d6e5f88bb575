/**
 * Runs parts of one transaction that need nothing from one another. PostgreSQL gets their statements without waiting for each
 * answer, in the order of the parts. A part that fails fails them all when each of them has ended, because none may go on when the
 * transaction is rolled back.
 * @throws what the first of them threw
 */
export function sendTogether<const Parts extends readonly unknown[]>(parts: Parts) {
  return Promise.all(parts).finally(() => Promise.allSettled(parts))
}
