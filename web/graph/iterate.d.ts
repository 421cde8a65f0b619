declare module 'graphology-layout-forceatlas2/iterate.js' {
  /** One round: moves the nodes of the matrix in place. */
  export default function iterate(settings: object, nodes: Float32Array, edges: Float32Array): unknown;
}
