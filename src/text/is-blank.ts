/** Whether a reader sees nothing of a text: it has white space, or characters that have no look of their own, and no other. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
