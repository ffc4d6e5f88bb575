/** Whether a statement counts for a control, or is only shown beside it. It knows of words alone, because a browser asks it, too. */
export function countsFor(
  mapping: { readonly relation: string },
  demand: { readonly relation?: string | undefined },
): boolean {
  return (demand.relation ?? mapping.relation) !== 'intersects'
}
