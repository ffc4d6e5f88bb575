export function toKebabCase(name: string): string {
  return splitName(name).join('-')
}

export function toCamelCaseName(name: string): string {
  const [first = '', ...rest] = splitName(name)
  return [first, ...rest.map(capitalizeWord)].join('')
}

export function toPascalCase(name: string): string {
  return capitalizeWord(toCamelCaseName(name))
}

/** `api_key` as a label: `Api key`. */
export function toFieldLabel(name: string): string {
  return capitalizeWord(splitName(name).join(' ')) || 'Value'
}

/** The singular of an English plural; other words stay the same. */
export function toSingular(name: string): string {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, 'y')
  if (/(ss|x|ch|sh|ias|tus|rus)es$/i.test(name)) return name.slice(0, -2)
  return /[^su]s$/i.test(name) && !/(is|eos)$/i.test(name) ? name.slice(0, -1) : name
}

function capitalizeWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Words of a name in any spelling: `APIKeys`, `api_keys`, `apiKeys` and `api-keys` are alike. */
function splitName(name: string): readonly string[] {
  return name
    .slice(0, nameLengthMax)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

const nameLengthMax = 200
