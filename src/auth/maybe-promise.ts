/**
 * What is most often there already, and else comes: an access token, a turn, a signature. Whoever waits for what is there
 * gives every request a part of its time (docs/decisions/0003-one-path-of-a-value.md).
 */
export type MaybePromise<T> = T | Promise<T>

/** Goes on at once with what is there. */
export function mapMaybe<T, U>(value: MaybePromise<T>, map: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(map) : map(value)
}
