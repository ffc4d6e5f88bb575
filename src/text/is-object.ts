/** An object of which nothing is known but that it has members. */
export type AnyObject = Readonly<Record<string, unknown>>

/** Whether a value is what a JSON object is read as: neither null nor a list. */
export function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a plain object: neither a list nor an instance of a class. */
export function isPlainObject(value: unknown): value is AnyObject {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value)
  // By depth instead of identity: an object of another realm (vm, worker) has an `Object.prototype` of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
