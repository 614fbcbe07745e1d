export * from './gallery/gallery';
export * from './generation/generation';
export * from './identity/identity';
export * from './media/media';
export * from './site/site';
export * from './telemetry/telemetry';
export * from './video/video';
export * from './wall/wall';
