export * from './gallery/gallery';
export * from './generation/generation';
export * from './media/media';
export * from './sessions/sessions';
export * from './site/site';
export * from './telemetry/telemetry';
