"""What is remembered across turns and sessions, over LangGraph's store."""
