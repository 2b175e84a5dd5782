"""What keeps the project: written files, pictures, local clusters, the development server."""
