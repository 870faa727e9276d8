"""ChatRequests -> batch files at half the price -> ChatReplies: OpenAI's Batch API and compatible servers."""
