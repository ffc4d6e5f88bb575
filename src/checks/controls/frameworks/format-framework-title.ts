import type { Framework } from './framework.ts'

/** `ISO/IEC 27002, 2022`. A title that ends with the version does not name it twice. */
export function formatFrameworkTitle({ title, version }: Pick<Framework, 'title' | 'version'>): string {
  if (version === undefined) return title
  const [first = ''] = version.split(' ', 1)
  return title.endsWith(` ${first}`) ? `${title}${version.slice(first.length)}` : `${title}, ${version}`
}
