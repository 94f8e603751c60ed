/** The package registers its backend with onnxruntime-common, exports the same, and has no types of its own. */
declare module 'onnxruntime-node' {
  export * from 'onnxruntime-common'
}
