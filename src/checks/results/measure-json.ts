/**
 * The most bytes that a value takes as JSON, which is up to six times of what it takes. Writing the JSON to count them would take
 * much longer. The value is JSON.
 */
export function measureJson(value: unknown): number {
  switch (typeof value) {
    case 'string':
      // A control character is written as six.
      return value.length * 6 + 2
    case 'object':
      return value === null ? 4 : measureMembers(value)
    default:
      // The longest number: -1.2345678901234567e+100
      return 25
  }
}

function measureMembers(value: object): number {
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += measureJson(item) + 1
  else for (const name of Object.keys(value)) bytes += name.length * 6 + 4 + measureJson(Reflect.get(value, name))
  return bytes
}
