import type { AnyContract } from './data/contracts.ts'

/** Places of the names of paths and of members in a contract. */
export function listNames({ paths }: Pick<AnyContract, 'paths'>): readonly (readonly string[])[] {
  return Object.entries(paths).flatMap(([path, item]) => [['paths', path], ...listMembers(item, ['paths', path])])
}

/** @param isNames whether the value has members by their names, and no keywords: one of Azure's members is called "properties" */
function listMembers(value: unknown, at: readonly string[], isNames = false): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isNames ? [[...at, name]] : []),
    ...listMembers(inner, [...at, name], !isNames && name === 'properties'),
  ])
}
