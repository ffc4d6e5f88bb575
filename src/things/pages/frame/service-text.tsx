import { useFrame } from '../../all-texts/frame.ts'

interface ServiceTextProps {
  readonly says: (values: { readonly service: string }) => string
}

/** A text that names the service, as the organization calls it. */
export function ServiceText({ says }: ServiceTextProps) {
  const { appearance } = useFrame()
  return <>{says({ service: appearance.name })}</>
}
