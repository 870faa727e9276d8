"""The room `chat`: fake models and virtual time for the wrappers, real sockets and real SDKs for the clients."""
