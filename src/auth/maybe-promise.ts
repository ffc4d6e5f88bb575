/**
 * A value that is usually there already: an access token, a turn, a signature. Awaiting it anyway would slow down every
 * request (docs/decisions/0003-one-path-of-a-value.md).
 */
export type MaybePromise<T> = T | Promise<T>

/** Continues at once if the value is there. */
export function mapMaybe<T, U>(value: MaybePromise<T>, map: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(map) : map(value)
}
