/** What stands in place of a connector where a judgement is about an obligation. No connector can have it. */
export const taskSourceId = 'task'
